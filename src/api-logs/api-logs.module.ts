import { Module } from '@nestjs/common';
import { registerModels } from '../database/connections';
import { ApiLog, ApiLogSchema } from './api-log.schema';
import { ApiLogRetention } from './api-log-retention.service';
import { ApiLogWriter } from './api-log-writer.service';
import { ApiLogsController } from './api-logs.controller';
import { ApiLogsService } from './api-logs.service';
import { ApiLogsUserData } from './api-logs.user-data';

@Module({
  imports: registerModels({ name: ApiLog.name, schema: ApiLogSchema }),
  controllers: [ApiLogsController],
  providers: [ApiLogsService, ApiLogWriter, ApiLogRetention, ApiLogsUserData],
  exports: [ApiLogWriter],
})
export class ApiLogsModule {}
