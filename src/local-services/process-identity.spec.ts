import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { identifyProcess, isAlive, isProcessIdentity, terminate } from './process-identity';

/** Runs a shell script and resolves with the process and the first line it prints. */
async function runScript(script: string): Promise<{ pid: number; firstLine: string; kill: () => void }> {
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [firstLine] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { pid: Number(child.pid), firstLine, kill: () => child.kill('SIGKILL') };
}

describe('isAlive', () => {
  it('knows a running process', () => {
    expect(isAlive(identifyProcess(process.pid))).toBe(true);
  });

  it('knows that a process has ended', async () => {
    const child = spawn('sleep', ['30']);
    const identity = identifyProcess(Number(child.pid));
    expect(isAlive(identity)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(identity)).toBe(false);
  });

  it('takes a process that only waits to be reaped for dead', async () => {
    // `exec` puts a program in the shell's place that never asks for the end of the shell's child, which comes later.
    const parent = await runScript('sleep 0.2 & echo $!; exec sleep 30');
    const identity = { pid: Number(parent.firstLine), startedAt: null };
    while (isAlive(identity)) await new Promise(setImmediate);
    expect(process.kill(identity.pid, 0)).toBe(true);
    parent.kill();
  });

  it('is not deceived by a process that got the same pid', () => {
    expect(isAlive({ pid: process.pid, startedAt: 'another-boot/4711' })).toBe(false);
  });

  it('goes by the pid alone where no start time is known', () => {
    expect(isAlive({ pid: process.pid, startedAt: null })).toBe(true);
  });
});

describe('terminate', () => {
  it('lets a process end by itself', async () => {
    const child = await runScript('trap "exit 0" TERM; echo ready; while :; do sleep 0.01; done');
    const identity = identifyProcess(child.pid);
    await terminate(identity, 60_000);
    expect(isAlive(identity)).toBe(false);
  });

  it('kills one that does not', async () => {
    const child = await runScript('trap "" TERM; echo ready; while :; do sleep 0.01; done');
    const identity = identifyProcess(child.pid);
    await terminate(identity, 50);
    expect(isAlive(identity)).toBe(false);
  });

  it('leaves a process alone that got the pid of the one meant', async () => {
    const child = spawn('sleep', ['30']);
    await terminate({ pid: Number(child.pid), startedAt: 'another-boot/4711' }, 1);
    expect(isAlive(identifyProcess(Number(child.pid)))).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
});

describe('isProcessIdentity', () => {
  it.each([
    [null],
    [{}],
    [{ pid: 0, startedAt: null }],
    [{ pid: -1, startedAt: null }],
    [{ pid: '1', startedAt: null }],
    [{ pid: 1 }],
  ])('refuses %j', (value) => {
    expect(isProcessIdentity(value)).toBe(false);
  });

  it('takes an identity that was stored as JSON', () => {
    expect(isProcessIdentity(JSON.parse(JSON.stringify(identifyProcess(process.pid))))).toBe(true);
  });
});
