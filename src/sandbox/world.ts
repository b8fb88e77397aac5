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

/** The music, and whoever listens to it. */
interface Inventions {
  listening: Listening;
  players: Players;
  topLists: TopLists;
  editorial: Editorial;
}

/** One sandbox platform: everything its routes share. */
export class World {
  readonly clock = new SandboxClock();
  readonly codes = new AuthorizationCodes();
  readonly requests = new RequestLog();
  readonly faults: Faults;
  readonly tokens: Tokens;
  readonly roster: Roster;
  /** Known once somebody asks for any of it: it takes a while to invent, and a start need not wait for that. */
  private inventions?: Inventions;
  /** Where the platform is reached, known once it listens. */
  url = '';

  constructor(
    readonly client: ClientApp,
    readonly seed: number,
  ) {
    this.faults = new Faults(seed);
    this.tokens = new Tokens(client, seed);
    this.roster = new Roster(seed);
  }

  get listening(): Listening {
    return this.invented.listening;
  }

  get players(): Players {
    return this.invented.players;
  }

  get topLists(): TopLists {
    return this.invented.topLists;
  }

  get editorial(): Editorial {
    return this.invented.editorial;
  }

  private get invented(): Inventions {
    return (this.inventions ??= invent(this.seed));
  }
}

function invent(seed: number): Inventions {
  const listening = new Listening(seed, buildCatalogue(seed));
  return {
    listening,
    players: new Players(listening),
    topLists: new TopLists(listening),
    editorial: buildEditorial(seed, listening.catalogue),
  };
}
