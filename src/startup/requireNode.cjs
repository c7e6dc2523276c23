// Runs first, in syntax that old versions of Node understand, so that they can report the problem.
const needed = require("../../package.json").engines.node.match(/\d+/g).map(Number);
const found = process.versions.node.split(".").map(Number);

if (found[0] < needed[0] || (found[0] === needed[0] && found[1] < needed[1])) {
  process.stderr.write(
    `${process.execPath} is Node ${found.join(".")}, and ${needed.join(".")} or later is needed: ` +
      "install a newer one (https://nodejs.org/en/download), or switch to it with your version manager.\n",
  );
  process.exit(1);
}
