/** A browser as far as logging in needs one: it keeps cookies, by host and not by port, and follows no redirect by itself. */
export class Browser {
  private readonly jars = new Map<string, Map<string, string>>();

  get(url: string): Promise<Response> {
    return this.request(url, { headers: { accept: 'text/html,application/xhtml+xml;q=0.9' } });
  }

  /** What a program does that asks for data and keeps cookies. */
  fetch(url: string): Promise<Response> {
    return this.request(url, { headers: { accept: 'application/json' } });
  }

  /** What a script of a page does. */
  async json(url: string, init: RequestInit = {}): Promise<Record<string, unknown>> {
    return (await (await this.request(url, init)).json()) as Record<string, unknown>;
  }

  cookie(url: string, name: string): string | undefined {
    return this.jar(url).get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.jar(url).set(name, value);
  }

  async request(url: string, init: RequestInit): Promise<Response> {
    const jar = this.jar(url);
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0(;|$)/.test(line) || / 1970 /.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  private jar(url: string): Map<string, string> {
    const { hostname } = new URL(url);
    const jar = this.jars.get(hostname) ?? new Map<string, string>();
    this.jars.set(hostname, jar);
    return jar;
  }
}
