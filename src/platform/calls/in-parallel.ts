/**
 * Does `work` for every input, `width` at a time.
 *
 * @returns the results in the order of the inputs
 * @throws the first failure; nothing further is begun after it
 */
export async function inParallel<Input, Output>(
  inputs: readonly Input[],
  width: number,
  work: (input: Input) => Promise<Output>,
): Promise<Output[]> {
  const results: Output[] = [];
  const rest = drain(inputs);
  const worker = async (): Promise<void> => {
    // A failure leaves the loop, which closes the generator for all workers.
    for (const [index, input] of rest) results[index] = await work(input);
  };
  await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, worker));
  return results;
}

function* drain<Input>(inputs: readonly Input[]): Generator<[number, Input]> {
  yield* inputs.entries();
}
