const FAKED = {
  Date: ['Date'],
  setInterval: ['setInterval', 'clearInterval'],
  setTimeout: ['setTimeout', 'clearTimeout'],
};

const ALL = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Fakes one thing about time and leaves the rest, by which the app under test goes on. `jest.useRealTimers()` ends it. */
export function fakeOnly(what: keyof typeof FAKED, now?: number): void {
  jest.useFakeTimers({ doNotFake: ALL.filter((each) => !FAKED[what].includes(each)), now });
}
