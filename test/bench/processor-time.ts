import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor time that a process has used with all of its threads, also those that have ended, to 10 ms. */
export function processorSeconds(pid: number): number {
  // Fields 14 and 15 of proc(5), counted from after the name in brackets, which is field 2.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
