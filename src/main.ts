import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { Logger } from '@nestjs/common';
import { StartError } from './common/start-error';
import { startService } from './service';

// By default V8 lets its heaps grow to a multiple of what is in use before it collects. An import makes much garbage in
// little time on three threads; collecting it sooner keeps the process small, and costs little.
setFlagsFromString('--heap-growing-percent=20');

startService(process.env).catch((error: unknown) => {
  if (error instanceof StartError) process.stderr.write(`${error.message}\n`);
  else new Logger('main').fatal(error);
  process.exit(1);
});
