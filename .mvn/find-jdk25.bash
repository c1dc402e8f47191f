# shellcheck shell=bash
# Finds the JDK 25 that the scripts of this checkout run on; they source this, and call find_jdk25.
#
# Looked at, in this order: TALLY_JAVA_HOME, which must be one if it is set; JAVA25_HOME, as the build knows it; JAVA_HOME; java on
# the path; the usual places.

is_jdk25() {
    local line
    [[ -x $1/bin/javac && -r $1/release ]] || return 1
    while read -r line; do
        [[ $line == JAVA_VERSION=\"25[.\"]* ]] && return 0
    done <"$1/release"
    return 1
}

# Sets jdk to its folder; if there is none, says so and what to do, and fails.
find_jdk25() {
    local candidate link=''
    if [[ -n ${TALLY_JAVA_HOME:-} ]] && ! is_jdk25 "$TALLY_JAVA_HOME"; then
        printf 'tally: TALLY_JAVA_HOME is %s, which is no JDK 25.\n' "$TALLY_JAVA_HOME" >&2
        return 1
    fi
    if link=$(command -v java) && link=$(readlink -f "$link" 2>/dev/null); then
        link=${link%/bin/java}
    fi
    for candidate in "${TALLY_JAVA_HOME:-}" "${JAVA25_HOME:-}" "${JAVA_HOME:-}" "$link" \
        /usr/lib/jvm/* /opt/java/* /opt/jdk* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
        "${HOME:-}"/.local/share/mise/installs/java/* "${HOME:-}"/.asdf/installs/java/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home "${HOME:-}"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home /usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
        if [[ -n $candidate ]] && is_jdk25 "$candidate"; then
            jdk=$candidate
            return
        fi
    done
    printf '%s\n' "tally: Tally needs a JDK 25, and none was found." \
        "  Looked at TALLY_JAVA_HOME, JAVA25_HOME, JAVA_HOME, java on the path, and the usual install places." \
        "  Install one (Debian, Ubuntu: apt-get install temurin-25-jdk or openjdk-25-jdk; macOS: brew install openjdk@25;" \
        "  anywhere: sdk install java 25-tem), or point TALLY_JAVA_HOME to it." >&2
    return 1
}
