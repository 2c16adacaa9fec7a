# Completion of misere for fish: the program says what can stand at the cursor.
function __misere_complete
    set -l before (commandline -opc)
    set -l word (commandline -ct)
    set -l found ($before[1] completions fish -- $before $word 2>/dev/null)
    switch "$found[1]"
        case :files
            __fish_complete_path (string replace -r '^--[^=]*=' '' -- $word)
        case :folders
            __fish_complete_directories (string replace -r '^--[^=]*=' '' -- $word)
        case '*'
            printf '%s\n' $found
    end
end
complete -c misere -f -a '(__misere_complete)'
