import { startSandbox } from './sandbox';

/** Runs the sandbox platform by itself, until the process is told to stop. */
async function main(): Promise<void> {
  const port = Number(process.env.SANDBOX_PORT ?? 8001);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('SANDBOX_PORT must be a port number from 0 to 65535.');
  }
  const sandbox = await startSandbox({
    host: process.env.HOST,
    port,
    clientId: process.env.PLATFORM_CLIENT_ID,
    clientSecret: process.env.PLATFORM_CLIENT_SECRET,
  });
  console.log(`The sandbox platform runs at ${sandbox.url}.`);
  console.log(
    `Set PLATFORM_ACCOUNTS_URL and PLATFORM_API_URL to it, or start Playledger without a PLATFORM_CLIENT_ID.`,
  );
  const stop = () => {
    void sandbox.close();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exitCode = 1;
});

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') {
    return `${error.message}: another program has the port. Stop it, or set SANDBOX_PORT to another one.`;
  }
  return error.message;
}
