import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, IsUrl, Matches, Max, Min } from 'class-validator';

const AN_ADDRESS = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };
const ADDRESS_MESSAGE = 'must be an http or https address, such as http://127.0.0.1:8000';
const KEY = /^[0-9a-f]{64}$/i;
const KEY_MESSAGE = 'must be 64 hexadecimal characters (make one with: openssl rand -hex 32)';

/** A whole number in digits, with inclusive bounds. */
export function WholeNumber({ min, max }: { min: number; max?: number }): PropertyDecorator {
  const range = max === undefined ? `of ${min} or more` : `from ${min} to ${max}`;
  const message = `must be a whole number ${range}`;
  return applyDecorators(
    Transform(({ value }) => integerOf(value)),
    IsInt({ message }),
    Min(min, { message }),
    ...(max === undefined ? [] : [Max(max, { message })]),
  );
}

/** `true` or `false`. */
export function Flag(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (value === 'true' ? true : value === 'false' ? false : (value as unknown))),
    IsBoolean({ message: 'must be true or false' }),
  );
}

/** An address that is kept to the letter. */
export function ExactAddress(): PropertyDecorator {
  return IsUrl(AN_ADDRESS, { message: ADDRESS_MESSAGE });
}

/** An address to which paths are appended: a slash at its end is dropped. */
export function Address(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' ? value.replace(/\/+$/, '') : (value as unknown))),
    ExactAddress(),
  );
}

/** Origins, separated by commas, as browsers send them: what an address has behind its host and port is dropped. */
export function Origins(): PropertyDecorator {
  const message = 'must be a comma-separated list of http or https origins';
  return applyDecorators(
    Transform(({ value }) => entriesOf(value, originOf)),
    IsUrl(AN_ADDRESS, { each: true, message }),
  );
}

/** A key of 256 bits. */
export function EncryptionKey(): PropertyDecorator {
  return Matches(KEY, { message: KEY_MESSAGE });
}

/** Such keys, separated by commas. */
export function EncryptionKeys(): PropertyDecorator {
  return applyDecorators(
    Transform(({ value }) => entriesOf(value)),
    Matches(KEY, { each: true, message: KEY_MESSAGE }),
  );
}

function integerOf(value: unknown): unknown {
  return typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
}

function entriesOf(value: unknown, read = (entry: string) => entry): unknown {
  if (typeof value !== 'string') return value;
  return value
    .split(',')
    .map((entry) => read(entry.trim()))
    .filter((entry) => entry !== '');
}

function originOf(entry: string): string {
  return /^https?:\/\//i.test(entry) && URL.canParse(entry) ? new URL(entry).origin : entry;
}
