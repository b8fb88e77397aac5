import { HABITS } from './habits';
import { DISCOVERY } from './discovery';
import { COMPARE } from './compare';
import { ITEMS } from './items';
import type { Operation } from './operation';
import { SESSIONS } from './sessions';
import { PROVENANCE } from './provenance';
import { TIME } from './time';
import { TOPS } from './tops';
import { TOTALS } from './totals';

/** Every operation of explore that says something of the plays through a lens. */
export const OPERATIONS: Operation[] = [
  ...TOTALS,
  ...TIME,
  ...TOPS,
  ...SESSIONS,
  ...HABITS,
  ...DISCOVERY,
  ...COMPARE,
  ...ITEMS,
  ...PROVENANCE,
];
