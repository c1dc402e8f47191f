# Stands in for a CDK app: writes the cloud assembly that one with a single function behind an HTTP API would write.
set -eu
key=functions-$(cksum <functions.jar | tr ' ' -).jar
echo run >>runs.log
mkdir -p "$CDK_OUTDIR"
cp functions.jar "$CDK_OUTDIR/functions.jar"
cp manifest.json "$CDK_OUTDIR/manifest.json"
sed "s/FUNCTIONS_KEY/$key/; s/HELLO/$(cat greeting.txt)/" template.json >"$CDK_OUTDIR/template.json"
sed "s/FUNCTIONS_KEY/$key/" assets.json >"$CDK_OUTDIR/assets.json"
