<?php
/**
 * Where the podcasts live.
 *
 * @package Earshot
 */

namespace Earshot;

defined( 'ABSPATH' ) || exit;

const OPTION = 'earshot_url';

/** Address of the site with the shows, without a slash at its end; empty while nobody has named one. */
function site_url(): string {
	return '' !== EARSHOT_URL ? clean_url( EARSHOT_URL ) : clean_url( get_option( OPTION, '' ) );
}

/** Address of the player and its script: the site's own, unless EARSHOT_WIDGET_URL names another. */
function widget_url(): string {
	return '' !== EARSHOT_WIDGET_URL ? clean_url( EARSHOT_WIDGET_URL ) : site_url();
}

/** An http or https address without query, fragment or slash at its end; empty for everything else. */
function clean_url( $text ): string {
	$url   = esc_url_raw( trim( (string) $text ), array( 'http', 'https' ) );
	$parts = $url ? wp_parse_url( $url ) : false;
	if ( empty( $parts['scheme'] ) || empty( $parts['host'] ) ) {
		return '';
	}
	$port = isset( $parts['port'] ) ? ":{$parts['port']}" : '';
	return untrailingslashit( "{$parts['scheme']}://{$parts['host']}$port" . ( $parts['path'] ?? '' ) );
}
