import { arch, cpus, hostname, platform, release, totalmem, type } from 'node:os';
import { Doc } from '../bson/value';
import { CommandError } from '../errors';
import { Command } from './request';

/** What clients with a user interface ask for when they connect; there are no users, parameters or logs to tell of. */

export const connectionStatus: Command = (request): Doc => {
  request.allow('showPrivileges');
  return {
    authInfo: {
      authenticatedUsers: [],
      authenticatedUserRoles: [],
      ...(request.flag('showPrivileges') && { authenticatedUserPrivileges: [] }),
    },
  };
};

export const hostInfo: Command = (): Doc => ({
  system: {
    currentTime: new Date(),
    hostname: hostname(),
    cpuAddrSize: 64,
    memSizeMB: Math.floor(totalmem() / 2 ** 20),
    numCores: cpus().length,
    cpuArch: arch(),
  },
  os: { type: type(), name: platform(), version: release() },
  extra: {},
});

export const getCmdLineOpts: Command = () => ({ argv: ['playledger-embedded-mongo'], parsed: {} });

const PARAMETERS: Doc = { featureCompatibilityVersion: { version: '7.0' } };

export const getParameter: Command = (request): Doc => {
  if (request.value('getParameter') === '*') return PARAMETERS;
  const asked = Object.keys(PARAMETERS).filter((name) => request.value(name) !== undefined);
  if (asked.length === 0) throw new CommandError(72, 'no option found to get');
  return Object.fromEntries(asked.map((name) => [name, PARAMETERS[name]]));
};

const LOGS = ['global', 'startupWarnings'];

export const getLog: Command = (request): Doc => {
  const name = request.string('getLog');
  if (name === '*') return { names: LOGS };
  if (!LOGS.includes(name)) throw new CommandError(96, `no log is called '${name}'`);
  return { totalLinesWritten: 0, log: [] };
};
