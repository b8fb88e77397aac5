import { withServices } from '../command-line/open-services';
import { parseOptions, runCommand } from '../common/run-command';
import { readSettings } from '../config/load-settings';
import { fillSecrets } from '../local-services/secrets';
import { findFiles } from './files';
import { ImportClient } from './import-client';
import { followImport } from './follow-import';
import { openService } from './open-service';
import { tokenOfUser } from './token-of-user';

const USAGE = 'npm run import -- [--user ID|EMAIL] FILE...';

/**
 * Imports export files from the command line, by the service's own API: what an upload accepts and refuses, what is done
 * with it and how it is cancelled is the same by whichever way it comes in. Where no service runs on the data, one is
 * started in this process for as long as the import takes.
 */
async function importFiles(args: string[]): Promise<void> {
  const { values, positionals } = parseOptions(
    { args, options: { user: { type: 'string' } }, allowPositionals: true },
    USAGE,
  );
  const files = await findFiles(positionals, USAGE);
  const settings = readSettings();
  fillSecrets(settings);
  const service = await openService(settings);
  try {
    await withServices(settings, async (services) => {
      const client = new ImportClient(service.url, await tokenOfUser(settings, services, values.user));
      try {
        if (!(await followImport(client, files))) process.exitCode = 1;
      } finally {
        await client.signOut();
      }
    });
  } finally {
    await service.close();
  }
}

runCommand(importFiles);
