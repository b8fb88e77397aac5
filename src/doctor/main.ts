import { NestFactory } from '@nestjs/core';
import { parseOptions, runCommand } from '../common/run-command';
import { readSettings } from '../config/load-settings';
import { Doctor } from './doctor.service';
import { DoctorModule } from './doctor.module';

const WIDTH = 'warning'.length;

/** Tells line by line how an installation does; beside the service or without it, and without starting anything. */
async function examine(args: string[]): Promise<void> {
  parseOptions({ args, options: {} }, 'npm run doctor');
  // A bad value ends it here, with a line for each.
  const app = await NestFactory.createApplicationContext(DoctorModule.forRoot(readSettings()), { logger: false });
  const counts = { ok: 0, warning: 0, problem: 0 };
  for await (const { verdict, check, text } of app.get(Doctor).examine()) {
    counts[verdict] += 1;
    console.log(`${verdict.padEnd(WIDTH)}  ${check}: ${text}`);
  }
  console.log(`${counts.problem} problems, ${counts.warning} warnings.`);
  if (counts.problem > 0) process.exitCode = 1;
  await app.close();
}

runCommand(examine);
