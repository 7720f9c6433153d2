// What the page of the workbench takes of zip.js. Browsers pack and unpack by themselves.
export { ZipReader, ZipWriter, BlobReader, BlobWriter, configure } from "@zip.js/zip.js/lib/zip-core-custom.js";
