import type { Listener } from './listener.types';

export const MS_PER_MINUTE = 60_000;
export const MS_PER_HOUR = 60 * MS_PER_MINUTE;
export const MS_PER_DAY = 24 * MS_PER_HOUR;

/** A listener's day turns over when almost everybody sleeps. */
const DAY_STARTS_AT_HOUR = 4;

/**
 * Number of the listener's day in which an instant lies: 24 hours from four in the morning of their clocks, counted
 * from 1970-01-01. Each day is invented on its own, and no play crosses from one into the next.
 */
export function listenerDayOf(listener: Listener, at: number): number {
  return Math.floor((at - offset(listener)) / MS_PER_DAY);
}

/** The instant at which a listener's day starts, Unix milliseconds. */
export function startOfListenerDay(listener: Listener, day: number): number {
  return day * MS_PER_DAY + offset(listener);
}

/** Where in a listener's day an hour of their clock falls, milliseconds after its start. */
export function offsetOfHour(hour: number): number {
  return ((hour - DAY_STARTS_AT_HOUR + 24) % 24) * MS_PER_HOUR;
}

/** Whether the day is a Saturday or Sunday; day 0 was a Thursday. */
export function isWeekend(day: number): boolean {
  const sinceMonday = (((day + 3) % 7) + 7) % 7;
  return sinceMonday >= 5;
}

function offset(listener: Listener): number {
  return (DAY_STARTS_AT_HOUR - listener.utcOffsetHours) * MS_PER_HOUR;
}
