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
function podcast_url(): string {
	return clean_url( is_fixed() ? EARSHOT_URL : get_option( OPTION, '' ) );
}

/** Whether wp-config.php names the address. */
function is_fixed(): bool {
	return '' !== EARSHOT_URL;
}

/** Address of the player and its script: the site's own, unless EARSHOT_WIDGET_URL names another. */
function widget_url(): string {
	return '' !== EARSHOT_WIDGET_URL ? clean_url( EARSHOT_WIDGET_URL ) : podcast_url();
}

/**
 * An http or https address without user, query, fragment or slash at its end; empty for everything else.
 *
 * @param mixed $text What somebody wrote.
 */
function clean_url( $text ): string {
	$text = is_string( $text ) ? trim( $text ) : '';
	if ( ! preg_match( '#^https?://#i', $text ) ) {
		return ''; // WordPress would put a scheme before it.
	}
	$parts = wp_parse_url( esc_url_raw( $text, array( 'http', 'https' ) ) );
	if ( empty( $parts['scheme'] ) || empty( $parts['host'] ) ) {
		return '';
	}
	$port = isset( $parts['port'] ) ? ":{$parts['port']}" : '';
	return untrailingslashit( strtolower( "{$parts['scheme']}://{$parts['host']}$port" ) . ( $parts['path'] ?? '' ) );
}
