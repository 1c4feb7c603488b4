export interface DemoOptions {
  host: string;
  /** 0 picks a free port. */
  port: number;
  /** Addresses of the product, as the demo's pages use them. */
  widgetUrl: string;
  siteUrl: string;
  apiUrl: string;
  productName: string;
}
