import { compileSource } from './compiled-source';
import { startServices } from './services';

export default async function setUp(): Promise<void> {
  compileSource();
  await startServices();
}
