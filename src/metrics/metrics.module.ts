import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { MetricsAnswer } from './metrics-answer';
import { MetricsController } from './metrics.controller';
import { MetricsServer } from './metrics-server';
import { MetricsService } from './metrics.service';
import { RequestMetrics } from './request-metrics';

@Module({
  imports: [DiscoveryModule],
  controllers: [MetricsController],
  providers: [MetricsService, MetricsAnswer, MetricsServer, RequestMetrics],
})
export class MetricsModule {}
