# Completion of misere for bash: the program says what can stand at the cursor.
_misere() {
    local i piece word= cut= before=() line value
    COMPREPLY=()
    # bash ends words at = and at :, which here are inside of words.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        piece=${COMP_WORDS[i]}
        if ((i > 0)) && [[ $piece == [=:]* || $word == *[=:] ]]; then
            word+=$piece cut=yes
        else
            ((i > 0)) && before+=("$word")
            word=$piece cut=
        fi
    done
    # Only what comes after the last of them is replaced.
    local prefix=
    [[ $cut ]] && prefix=${word%"${word##*[=:]}"}
    value=${word#--*=}
    while IFS=$'\t' read -r line _; do
        case $line in
            :files | :folders)
                compopt -o filenames 2>/dev/null
                local kind=-f
                [[ $line == :folders ]] && kind=-d
                while IFS= read -r line; do
                    COMPREPLY+=("$line")
                done < <(compgen "$kind" -- "${value#[\'\"]}")
                ;;
            *)
                COMPREPLY+=("${line#"$prefix"}")
                [[ $line == *[:=\{] ]] && compopt -o nospace 2>/dev/null
                ;;
        esac
    done < <("${before[0]/#\~/$HOME}" completions bash -- "${before[@]}" "$word" 2>/dev/null)
}
complete -F _misere misere
