import { AuthorizationCodes } from './accounts/authorization-codes';
import { Tokens } from './accounts/tokens';
import { buildCatalogue } from './catalogue/catalogue';
import { buildEditorial, type Editorial } from './catalogue/editorial';
import type { ClientApp } from './client';
import { SandboxClock } from './clock';
import { Faults } from './faults/faults';
import { Listening } from './listeners/listening';
import { Players } from './listeners/players';
import { Roster } from './listeners/roster';
import { TopLists } from './listeners/top-items';
import { RequestLog } from './request-log';

/** Seed of the world that everybody gets who asks for no other. */
export const DEFAULT_SEED = 1;

/** One sandbox platform: everything its routes share. */
export class World {
  readonly clock = new SandboxClock();
  readonly codes = new AuthorizationCodes();
  readonly requests = new RequestLog();
  readonly faults: Faults;
  readonly tokens: Tokens;
  readonly roster: Roster;
  readonly listening: Listening;
  readonly players: Players;
  readonly topLists: TopLists;
  readonly editorial: Editorial;
  /** Where the platform is reached, known once it listens. */
  url = '';

  constructor(
    readonly client: ClientApp,
    readonly seed: number,
  ) {
    this.faults = new Faults(seed);
    this.tokens = new Tokens(client, seed);
    this.roster = new Roster(seed);
    this.listening = new Listening(seed, buildCatalogue(seed));
    this.players = new Players(this.listening);
    this.topLists = new TopLists(this.listening);
    this.editorial = buildEditorial(seed, this.listening.catalogue);
  }
}
