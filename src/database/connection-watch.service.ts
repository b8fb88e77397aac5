import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { Interval } from '@nestjs/schedule';
import { type Connection, ConnectionStates, type ConnectOptions } from 'mongoose';
import { Settings } from '../config/settings';
import { JOBS_OPTIONS, REQUEST_OPTIONS } from './connection-options';
import { JOBS_CONNECTION } from './connections';
import { DatabaseService } from './database.service';

const WATCH_MS = 1_000;
/** The driver knows a server that is back well before this. */
const LOST_AFTER_MS = 5_000;
const CLOSING_MS = 2_000;
/** How often the driver asks a server for a sign of life, unless told otherwise. */
const HEARTBEAT_MS = 10_000;
/** Less is what a clock that is kept right by the network drifts from look to look. */
const CLOCK_STEP_MS = 1_000;

/**
 * Opens connections anew that do not come back by themselves. The driver's monitor of a server can wait for ever for an
 * answer over a socket that broke in the moment of asking; then nobody notices that the server is back.
 */
@Injectable()
export class ConnectionWatch {
  private readonly logger = new Logger(ConnectionWatch.name);
  private readonly watched: { connection: Connection; options: ConnectOptions; upAt: number }[];
  private isLooking = false;
  private clockAhead = clockAhead();

  constructor(
    @InjectConnection() requests: Connection,
    @InjectConnection(JOBS_CONNECTION) jobs: Connection,
    private readonly settings: Settings,
    private readonly database: DatabaseService,
  ) {
    const upAt = performance.now();
    this.watched = [
      { connection: requests, options: REQUEST_OPTIONS, upAt },
      { connection: jobs, options: JOBS_OPTIONS, upAt },
    ];
  }

  @Interval(WATCH_MS)
  async look(): Promise<void> {
    // The first connections are DatabaseService's affair.
    if (!this.database.isReady || this.database.isStopping() || this.isLooking) return;
    this.isLooking = true;
    try {
      const wasSet = this.wasClockSet();
      for (const watched of this.watched) {
        const now = performance.now();
        // Mongoose takes a server for lost then, until it has given its next sign of life.
        if (wasSet) watched.upAt = now + HEARTBEAT_MS;
        if (watched.connection.readyState === ConnectionStates.connected) watched.upAt = Math.max(watched.upAt, now);
        else if (now - watched.upAt > LOST_AFTER_MS) await this.reopen(watched.connection, watched.options);
      }
    } finally {
      this.isLooking = false;
    }
  }

  private wasClockSet(): boolean {
    const before = this.clockAhead;
    this.clockAhead = clockAhead();
    return Math.abs(this.clockAhead - before) > CLOCK_STEP_MS;
  }

  private async reopen(connection: Connection, options: ConnectOptions): Promise<void> {
    this.logger.warn('A connection to the document database has not come back by itself: it is opened anew');
    try {
      await Promise.race([connection.close(), sleep(CLOSING_MS, undefined, { ref: false })]);
      await connection.openUri(this.settings.mongodbUri ?? '', options);
    } catch (error) {
      this.logger.warn(`The document database cannot be reached: ${String(error)}`);
    }
  }
}

/** By how much the time of day is ahead of the time since the start, in milliseconds. */
function clockAhead(): number {
  return Date.now() - performance.now();
}
