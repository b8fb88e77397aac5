import { fold, tidy } from './names';

describe('names of the oracle', () => {
  it.each([
    [' A  B\u00a0', 'A  B', 'a  b'],
    ['\ufeff\u200bA\u200cB\u200d', 'A\u200cB', 'ab'],
    ['e\u0301', '\u00e9', '\u00e9'],
    ['\u2764\ufe0f', '\u2764\ufe0f', '\u2764'],
    ['\u3164', '\u3164', '\u3164'],
    ['\u200b ', '', ''],
  ])('%j is kept as %j and compared as %j', (name, kept, compared) => {
    expect(tidy(name)).toBe(kept);
    expect(fold(name)).toBe(compared);
  });
});
