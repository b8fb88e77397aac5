import { existsSync, readFileSync } from 'node:fs';

/**
 * Loaded before the service: its clock is off by as many milliseconds as the file CLOCK_FILE says, from the start on and
 * anew with every SIGUSR2, as when somebody sets the machine's time. Timers go on as they are.
 */
const RealDate = Date;
let offset = 0;

function readOffset(): void {
  const path = process.env.CLOCK_FILE ?? '';
  offset = existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
}

const now = (): number => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, property) => (property === 'now' ? now : (Reflect.get(target, property) as unknown)),
});

readOffset();
process.on('SIGUSR2', readOffset);
