import { DynamicModule, Global, Module } from '@nestjs/common';
import { Settings } from './settings';

/** Provides the validated {@link Settings} to every module. */
@Global()
@Module({})
export class ConfigModule {
  static forRoot(settings: Settings): DynamicModule {
    return {
      module: ConfigModule,
      providers: [{ provide: Settings, useValue: settings }],
      exports: [Settings],
    };
  }
}
