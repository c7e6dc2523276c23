// The official client imports a file: node officialImport.cjs URL KEY COLLECTION FILE. Prints how many documents came in.
const { readFileSync } = require("node:fs");
const { Client } = require("typesense");

const [url, apiKey, collection, file] = process.argv.slice(2);
const { hostname: host, port, pathname: path } = new URL(url);
const nodes = [{ host, port: Number(port), protocol: "http", path }];
const client = new Client({ apiKey, nodes, connectionTimeoutSeconds: 600 });

client
  .collections(collection)
  .documents()
  .import(readFileSync(file, "utf8"), { action: "upsert" })
  .then((answer) => console.log(answer.split("\n").filter((line) => JSON.parse(line).success).length));
