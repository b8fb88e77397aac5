import { type ScriptedPlatform, startScriptedPlatform } from './scripted-platform';
import { createTestApp, type TestApp } from './test-app';

/** The service beside a platform that answers as a test has scripted it. */
export interface ScriptedApp {
  readonly platform: ScriptedPlatform;
  readonly api: TestApp;
}

/** Has Jest start both before the tests of the block that this is called in, and close them after these. */
export function scriptedApp(): ScriptedApp {
  const started = {} as { -readonly [Part in keyof ScriptedApp]: ScriptedApp[Part] };
  beforeAll(async () => {
    started.platform = await startScriptedPlatform();
    started.api = await createTestApp({ env: started.platform.env });
  });
  afterAll(async () => {
    await started.api.close();
    await started.platform.close();
  });
  return started;
}
