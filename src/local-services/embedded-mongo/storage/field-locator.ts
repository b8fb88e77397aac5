import { byteAt, cStringEnd, skipValue, Type } from '../bson/raw';

/** Where a field of a raw document lies; `type` is 0 when the document has no such field. */
export interface Location {
  type: number;
  position: number;
}

interface Slot extends Location {
  name: Buffer;
}

/** Finds a fixed set of top-level fields in raw documents, in one pass over each. */
export class FieldLocator {
  private readonly slots: Slot[];
  private readonly byLength: Slot[][] = [];
  private readonly byName = new Map<string, Slot>();

  constructor(names: Iterable<string>) {
    this.slots = [...new Set(names)].map((name) => ({ name: Buffer.from(name), type: 0, position: 0 }));
    for (const slot of this.slots) {
      (this.byLength[slot.name.length] ??= []).push(slot);
      this.byName.set(slot.name.toString(), slot);
    }
  }

  locate(bytes: Buffer): void {
    for (const slot of this.slots) slot.type = 0;
    let position = 4;
    for (let type = byteAt(bytes, position); type !== 0; type = byteAt(bytes, position)) {
      const start = position + 1;
      const end = cStringEnd(bytes, start);
      position = end + 1;
      for (const slot of this.byLength[end - start] ?? []) {
        if (slot.type !== 0 || !holds(bytes, start, slot.name)) continue;
        slot.type = type;
        slot.position = position;
        break;
      }
      position = skipValue(bytes, type, position);
    }
  }

  /** The field's place in the document last given to `locate`. */
  find(name: string): Location {
    return this.byName.get(name) ?? MISSING;
  }
}

export const MISSING: Location = { type: 0, position: 0 };

/** Finds a field in the embedded document at `start`. */
export function findField(bytes: Buffer, start: number, name: string): Location {
  const wanted = Buffer.from(name);
  let position = start + 4;
  for (let type = byteAt(bytes, position); type !== 0; type = byteAt(bytes, position)) {
    const nameStart = position + 1;
    const end = cStringEnd(bytes, nameStart);
    if (end - nameStart === wanted.length && holds(bytes, nameStart, wanted)) return { type, position: end + 1 };
    position = skipValue(bytes, type, end + 1);
  }
  return MISSING;
}

/** Follows a path of names from a top-level field; an array ends the search with the array's own place. */
export function descend(bytes: Buffer, top: Location, parts: readonly string[]): Location {
  let found = top;
  for (let i = 1; i < parts.length; i++) {
    if (found.type === Type.Array) return found;
    if (found.type !== Type.Document) return MISSING;
    found = findField(bytes, found.position, parts[i] ?? '');
  }
  return found;
}

function holds(bytes: Buffer, start: number, name: Buffer): boolean {
  for (let i = 0; i < name.length; i++) if (byteAt(bytes, start + i) !== byteAt(name, i)) return false;
  return true;
}
