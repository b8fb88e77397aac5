/** Registers the forms in which the platform exports a history, and this service itself. */
import './account.format';
import { extendedFormat } from './extended.format';
import './playledger.format';

/** What a list without a record is taken for: a history nobody has listened to yet. */
export const EMPTY_FORMAT = extendedFormat.name;
