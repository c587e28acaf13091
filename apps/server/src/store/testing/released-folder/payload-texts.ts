const raw = String.raw;

/** JSON objects that a store may spoil: it must return each character by character. */
export const payloadTexts: Readonly<Record<string, string>> = {
  numbers:
    raw`{"past 2^53":9007199254740993,"int64":9223372036854775807,"2^63":9223372036854775808,` +
    raw`"below int64":-9223372036854775809,"long":123456789012345678901234567890123456789,` +
    raw`"one":1.0,"five":5.0,"thousand":1e3,"hundred":1E+2,"minus zero":-0.0,"zero":0,` +
    raw`"no double":1e400,"nearly zero":1e-400,"third":0.33333333333333331483,"text":"5.0"}`,
  keys:
    raw`{"a.b":1,"a":{"b":2,"b.c":{"d\\.e":3}},"a\\b":4,"a\\.b":5,"":6,"same":7,"same":8,` +
    raw`"\u0061":9,"0":[10],"1":{"0":11},"__proto__":{"x":12},"constructor":13,"weave":{"a":14},` +
    raw`"Ключ":15,"鍵":16,"😀":17,"\ud83d\ude00":18,"with space":19,"quote\"":20,"\ud800":21}`,
  scripts:
    raw`{"arabic":"مرحبا بالعالم","hebrew":"שלום עולם","hindi":"नमस्ते","thai":"สวัสดี","greek":"Γειά",` +
    raw`"chinese":"你好，世界","japanese":"こんにちは ｶﾅ","korean":"안녕 \u1112\u1161\u11ab","emoji":"👩‍👩‍👧‍👦🏳️‍🌈",` +
    raw`"composed":"é","combining":"e\u0301","upper":"İSTANBUL straße ǅ","direction":"a\u202eb\u200bc",` +
    raw`"beyond":"𝔘𠮷","last":"\uffff\ufdd0","bom":"\ufeffx"}`,
  escapes:
    raw`{"latin":"\u00e9\u00E9é","ascii":"\u0041A","controls":"\u0000\u0001\b\f\n\r\t\u001f\u007f",` +
    raw`"slash":"\/ /","pair":"\ud83d\ude00😀","high":"\ud800","low":"\udc00x","swapped":"\udc00\ud83d",` +
    raw`"json":"{\"a\":[1,\"\\u00e9\"]}","sql":"'; DROP TABLE calls; -- {x:String}"}`,
  shapes:
    raw`{"null":null,"true":true,"false":false,"empty":[{},[],"",[[]],{"a":{}}],"nulls":[null,[null],` +
    raw`{"a":null}],"mixed":[1,"1",1.0,true,null,{},[]],"deep":` +
    `${'{"a":['.repeat(40)}"bottom"${"]}".repeat(40)}}`,
  spaced: '{ "a" : [ 1 ,\t2 ] ,\n "b" : { } }',
  empty: "{}",
  "4 KB": JSON.stringify({ words: words(5_000), after: [1] }),
};

/** Summaries whose usage is odd, and still keeps to the spec. */
export const summaryTexts: Readonly<Record<string, string>> = {
  "several models":
    raw`{"usage":{"gpt-5":{"requests":2,"prompt_tokens":10,"completion_tokens":5,"total_tokens":15},` +
    raw`"claude \"x\".y":{"requests":1,"input_tokens":7,"output_tokens":8,"cache_read_input_tokens":3,` +
    raw`"cache_creation_input_tokens":4}},"status_counts":{"success":3,"error":0}}`,
  "odd numbers":
    raw`{"usage":{"a":{"prompt_tokens":1.0,"completion_tokens":1e3,"total_tokens":-0.0,"requests":-3},` +
    raw`"b":{"prompt_tokens":9007199254740991,"input_tokens":0},"":{"requests":1}}}`,
  "nulls and others":
    raw`{"usage":{"a":{"prompt_tokens":null,"cost":"0.1","share":0.5,"details":{"cached_tokens":"3"}},` +
    raw`"b":{}},"status_counts":{"success":null,"error":null,"odd":"x"}}`,
  "null usage": raw`{"usage":null,"status_counts":null,"own":[1,null]}`,
  "repeated members": raw`{"usage":{"a":{"requests":1,"requests":2},"a":{"requests":3}},"usage":{"b":{"requests":4}}}`,
  "its own weave": raw`{"weave":{"status":"invented","latency_ms":"long","own":1.0,"trace_name":5},"x":1}`,
  "an escaped weave": raw`{"\u0077eave":{"own":2},"w":"\u0077"}`,
  "negative counts": raw`{"status_counts":{"success":-1,"error":-1}}`,
};

/** Text of this length that compresses well. Each line has its number, so that a lost part shows. */
export function words(length: number): string {
  const lines: string[] = [];
  for (let size = 0; size < length; size += lines.at(-1)?.length ?? 0) {
    lines.push(`Line ${String(lines.length).padStart(6, "0")} of a long text.\n`);
  }
  return lines.join("").slice(0, length);
}
