export interface DemoAnswer {
  headers: Record<string, string>;
  body: string | Buffer;
}
