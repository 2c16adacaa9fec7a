#compdef misere
# Completion of misere for zsh: the program says what can stand at the cursor.
_misere() {
    local line word entry
    local -a found closed open
    found=("${(@f)$(${(Q)words[1]} completions zsh -- "${(@)words[1,CURRENT]}" 2>/dev/null)}")
    case $found[1] in
        :files) compset -P '--*='; _files; return ;;
        :folders) compset -P '--*='; _files -/; return ;;
    esac
    for line in $found; do
        word=${line%%$'\t'*}
        # A colon in a word would end it.
        entry="${word//:/\\:}:${line#*$'\t'}"
        case $word in
            *[:=\{]) open+=("$entry") ;;
            *) closed+=("$entry") ;;
        esac
    done
    _describe -t words misere closed -- open -S ''
}
if [[ $funcstack[1] == _misere ]]; then
    _misere "$@"
else
    compdef _misere misere
fi
