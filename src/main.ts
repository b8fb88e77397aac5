import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { StartError } from './common/start-error';
import { startService } from './service';

startService().catch((error: unknown) => {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else new Logger('main').fatal(error);
  process.exit(1);
});
