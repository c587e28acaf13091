import { promptLogprob } from "../../sampler/prompt-logprobs.ts";
import { drawSeed } from "../../sampler/random-stream.ts";
import { SamplerScratch } from "../../sampler/scratch.ts";
import { TokenChooser } from "../../sampler/token-chooser.ts";
import type { PromptLogprob, SampleEvent, SampleRequest } from "../../sampling.ts";
import type { Call } from "./call.ts";
import { vocabulary } from "./language-model.ts";
import { endToken } from "./shape.ts";

/** Samples all completions side by side, one token each in turn. `logitsAt` has the row behind a position. */
export async function* sampleEvents(
  request: SampleRequest,
  logitsAt: (tokens: readonly number[], position: number) => Float64Array,
  call: Call,
): AsyncGenerator<SampleEvent> {
  const rowAfter = (tokens: readonly number[], position: number): Float32Array =>
    Float32Array.from(logitsAt(tokens, position));
  const prompt = [...request.prompt];
  await call.turn();
  const scratch = new SamplerScratch(vocabulary.size);
  const logprobs = prompt.map((token, position): PromptLogprob | null =>
    position === 0
      ? null
      : promptLogprob(rowAfter(prompt, position - 1), token, request.promptLogprobs ?? 0, scratch),
  );
  yield {
    kind: "prompt",
    cachedTokens: 0,
    ...(request.promptLogprobs !== undefined && { logprobs }),
  };

  const drawnSeed = drawSeed();
  const running = Array.from({ length: request.n ?? 1 }, (_none, index) => ({
    index,
    tokens: [...prompt],
    chooser: new TokenChooser(request, {
      vocabulary,
      endTokens: [endToken],
      completionIndex: index,
      promptTokens: request.prompt,
      drawnSeed,
      scratch,
    }),
  }));
  while (running.length > 0) {
    await call.turn();
    for (const completion of running.slice()) {
      const { index, tokens, chooser } = completion;
      const { token, logprob, top, stop } = chooser.choose(
        rowAfter(tokens, tokens.length - 1),
        null,
      );
      tokens.push(token);
      yield {
        kind: "tokens",
        index,
        tokens: [token],
        logprobs: [logprob],
        ...(top !== undefined && { top: [top] }),
      };
      if (stop === null) continue;
      running.splice(running.indexOf(completion), 1);
      yield { kind: "end", index, stop };
    }
  }
}
