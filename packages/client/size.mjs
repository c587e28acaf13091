import { build } from "esbuild"; import { brotliCompressSync } from "node:zlib";
for (const code of process.argv.slice(2)) {
 const r = await build({stdin:{contents:code,resolveDir:process.cwd()},bundle:true,minify:true,format:"esm",platform:"browser",target:"es2022",write:false,metafile:true});
 console.log(r.outputFiles[0].contents.length, brotliCompressSync(r.outputFiles[0].contents).length);
 for (const o of Object.values(r.metafile.outputs)) for (const [k,v] of Object.entries(o.inputs)) console.log(v.bytesInOutput,k);
}
