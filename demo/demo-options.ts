export interface DemoOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Addresses of the product, as the demo's pages are to use them. */
  widgetUrl: string;
  siteUrl: string;
  apiUrl: string;
  productName: string;
}
