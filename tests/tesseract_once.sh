#!/bin/sh
# Tesseract, asked once for each picture of a run of the tests: what it said is kept in $TESSERACT_KEPT.
set -e
[ "$1" = stdin ] || exec tesseract "$@"
out=$2
shift 2
own=$(mktemp -d "$TESSERACT_KEPT/XXXXXX")
trap 'rm -rf "$own"' EXIT
cat > "$own/picture"
key=$({ echo "$@"; cat "$own/picture"; } | sha256sum | cut -c1-64)
if [ ! -d "$TESSERACT_KEPT/$key" ]; then
    mkdir "$own/said"
    tesseract "$own/picture" "$own/said/seite" "$@"
    mv -T "$own/said" "$TESSERACT_KEPT/$key" 2>/dev/null || true
fi
for file in "$TESSERACT_KEPT/$key"/seite.*; do
    cp "$file" "$out.${file##*.}"
done
