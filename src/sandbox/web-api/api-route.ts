import type { Access } from '../faults/faults';
import type { Listener } from '../listeners/listener.types';
import type { World } from '../world';
import type { Query } from './query';
import type { Shapes } from './shapes';

/** One call of the Web API whose token, scopes and path are in order. */
export interface ApiCall {
  world: World;
  listener: Listener;
  /** Scopes of the token. */
  scopes: readonly string[];
  /** The path as called, without the query string. */
  path: string;
  params: Readonly<Record<string, string>>;
  query: Query;
  /** The JSON body; an empty object when there was none. */
  body: Readonly<Record<string, unknown>>;
  /** The platform's time, Unix milliseconds. */
  now: number;
  shapes: Shapes;
}

/** One endpoint of the Web API. */
export interface ApiRoute {
  method: 'GET' | 'PUT' | 'POST';
  path: string;
  /** All of these the token must carry. */
  scopes: readonly string[];
  /** Since when the endpoint is closed to apps like ours, and with which status it then answers. */
  closed?: { since: Exclude<Access, 'classic'>; status: 403 | 404 };
  /** Makes the answer; undefined is 204. @throws ApiError */
  handle(call: ApiCall): unknown;
}
