/** Registers the forms in which the platform itself exports. */
import './account.format';
import { extendedFormat } from './extended.format';

/** What a list without a record is taken for: a history nobody has listened to yet. */
export const EMPTY_FORMAT = extendedFormat.name;
