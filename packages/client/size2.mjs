import { build } from "esbuild"; import { brotliCompressSync } from "node:zlib";
const r = await build({stdin:{contents:'export {AbortError,ApiCall,ApiError,AuthenticationError,BadRequestError,ConflictError,Connection,ConnectionError,HeddleError,InternalServerError,InvalidResponseError,NotFoundError,NotImplementedError,Page,PageCall,PayloadTooLargeError,PermissionDeniedError,RateLimitError,Resource,Stream,StreamCall,TimeoutError,ValidationError} from "./src/core/index.ts"',resolveDir:process.cwd()},bundle:true,minify:true,minifyWhitespace:true,format:"esm",platform:"browser",target:"es2022",write:false,metafile:true});
const all=r.outputFiles[0].text; 
const full=brotliCompressSync(all).length;
// split roughly by module using non-merged build
const r2 = await build({stdin:{contents:'export {AbortError,ApiCall,ApiError,AuthenticationError,BadRequestError,ConflictError,Connection,ConnectionError,HeddleError,InternalServerError,InvalidResponseError,NotFoundError,NotImplementedError,Page,PageCall,PayloadTooLargeError,PermissionDeniedError,RateLimitError,Resource,Stream,StreamCall,TimeoutError,ValidationError} from "./src/core/index.ts"',resolveDir:process.cwd()},bundle:true,minifyIdentifiers:true,minifySyntax:true,format:"esm",platform:"browser",target:"es2022",write:false});
const parts=r2.outputFiles[0].text.split(/^\/\/ (?=\S+\.(?:ts|mjs)$)/m);
const { transform } = await import("esbuild");
const min=async s=>s.replace(/^export \{[\s\S]*/m,"").replace(/^\s+/gm,"");
const whole=await min(parts.map((p,i)=>i?'//'+p:p).join(''));
const f=brotliCompressSync(whole).length; console.log(full,f);
for(let i=1;i<parts.length;i++){ const w=await min(parts.filter((_,j)=>j!==i).map((p,k)=>k?'//'+p:p).join('')); console.log(f-brotliCompressSync(w).length, parts[i].split('\n')[0]);}
import("fs").then(f=>f.writeFileSync("/tmp/all.js",all));
