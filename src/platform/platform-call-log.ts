import { HttpService } from '@nestjs/axios';
import { Injectable, OnModuleInit } from '@nestjs/common';
import { ApiLogWriter } from '../api-logs/api-log-writer.service';
import { logOutboundCalls } from '../api-logs/outbound-calls';
import { problemIn } from './platform-failure';

/** Puts every call to the platform into the log of calls. */
@Injectable()
export class PlatformCallLog implements OnModuleInit {
  constructor(
    private readonly http: HttpService,
    private readonly writer: ApiLogWriter,
  ) {}

  onModuleInit(): void {
    logOutboundCalls(this.http.axiosRef, {
      service: 'platform',
      called: 'the platform',
      write: (call) => {
        this.writer.write(call);
      },
      problemIn,
    });
  }
}
