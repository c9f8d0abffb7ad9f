# smriti-tui: Ctrl-X Ctrl-T inserts the locations chosen in the explorer.
# In ~/.bashrc: eval "$(smriti-tui keys --shell bash)"
__smriti_tui_pick() {
    local location inserted=
    while IFS= read -r location; do
        printf -v location '%q ' "$location"
        inserted+=$location
    done < <(smriti-tui --pick)
    READLINE_LINE=${READLINE_LINE:0:READLINE_POINT}$inserted${READLINE_LINE:READLINE_POINT}
    READLINE_POINT=$((READLINE_POINT + ${#inserted}))
}
bind -m emacs-standard -x '"\C-x\C-t": __smriti_tui_pick'
bind -m vi-insert -x '"\C-x\C-t": __smriti_tui_pick'
