import { constants } from 'node:os';

const LONGEST = 300;

/** What encloses a word, or ends its part of a sentence. */
const AROUND = /^([({"'`“‘«]*)(.*?)(:?[)}"'`”’»,.;!?…]*)$/su;
/** What separates words that are not set apart by blanks; no part of an address or a path. */
const BETWEEN = /[()[\]{}<>"“”‘«»,;=&|+*!?…]/u;

const HARMLESS = [
  // Words, with the marks that may stand within them: can't, web-api, PREMIUM_REQUIRED, #1.
  /^#?[\p{L}\p{M}\p{N}]+(?:['’_-]+[\p{L}\p{M}\p{N}]+)*$/u,
  // One or the other.
  /^(?:\p{L}+\/\p{L}+|\d+\/\d+)$/u,
  /^[-–—]*(?:\d+[.,]\d+)?%?$/,
  /^\d+%$/,
  /^(?:\p{L}\.)+\p{L}$/u,
  // A time of day.
  /^\d\d?:\d\d(?::\d\d)?$/,
  // What the platform calls a record.
  /^[a-z]+:(?:album|artist|audiobook|chapter|episode|playlist|show|track):[0-9A-Za-z]{22}$/,
  // A page of a public site; a name alone may be that of any machine.
  /^(?:https:\/\/|(?=.*\/))(?:[a-z\d-]+\.)+(?:com|dev|example|io|net|org)(?:\/[\w-]+)*\/?$/i,
];
/** A name of this machine, and numbers as in the names of machines that are called by their address. */
const INTERNAL = /localhost|\d+(?:[-_]\d+){3}/i;

/** The code of a system error, which an address or a path follows. */
const AFTER_ERROR_CODE = new RegExp(`\\b(?:EAI_[A-Z]+|ENOTFOUND|${Object.keys(constants.errno).join('|')})\\s+$`);
const STACK_FRAME = /\s+at .*[A-Za-z]:\d+:\d+\)?/;

/**
 * The words of another service, such as why it refuses something, as far as they are for a user: their first line, in
 * which "…" stands for everything that could be an address or a path, which is all but words and numbers.
 */
export function foreignText(text: string): string {
  const [line = ''] = text
    .trimStart()
    .slice(0, LONGEST)
    .trimEnd()
    .split(/[\r\n]/, 1);
  return line
    .replace(STACK_FRAME, '')
    .replace(/\S+/g, (word, at: number) => (AFTER_ERROR_CODE.test(line.slice(0, at)) ? '…' : shown(word)));
}

function shown(word: string): string {
  const [, before = '', inner = '', after = ''] = AROUND.exec(word) ?? [];
  return inner.split(BETWEEN).every(isHarmless) ? word : `${before}…${after}`;
}

function isHarmless(part: string): boolean {
  return part === '' || (!INTERNAL.test(part) && HARMLESS.some((form) => form.test(part)));
}
