// Starts the language server of Partition Lab, and leaves the rest to it.
"use strict";
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const languages = ["cql", "partitionlab-size", "go", "java", "kotlin", "python", "javascript", "javascriptreact", "typescript", "typescriptreact", "csharp", "markdown"];
let client;

exports.activate = function () {
  const settings = workspace.getConfiguration("partitionlab");
  const server = { command: settings.get("path"), args: ["lsp", ...settings.get("arguments")] };
  client = new LanguageClient("partitionlab", "Partition Lab", server, {
    documentSelector: [
      ...languages.map((language) => ({ scheme: "file", language })),
      { scheme: "untitled", language: "cql" },
      { scheme: "file", language: "yaml" }, // profiles of load tools; no reason to start, though
      { scheme: "file", pattern: "**/partitionlab.toml" },
    ],
  });
  return client.start();
};

exports.deactivate = () => client && client.stop();
